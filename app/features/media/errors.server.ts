import { Refusal, refusal } from "~/platform/refusal";
import { TOO_MANY_FILES } from "./schema";

/** The codes with which a call that takes pictures or videos may be refused, for the document. */
export const FILE_REFUSALS = [
  "no_file",
  "wrong_file_type",
  "file_too_large",
  "file_too_small",
  "broken_image",
  "picture_too_costly",
  "too_many_pixels",
  "too_many_frames",
  "too_many_files",
] as const;

export const unknownPicture = () =>
  new Refusal(422, [
    { message: "A picture is not there any more. Please choose it again.", code: "unknown_picture", field: "pictures" },
  ]);

/** The catalogue's messages for files. `field` is where the file was sent. */
export const wrongFileType = (types: string, field: string) =>
  new Refusal(415, [{ message: `File type must be ${types}`, code: "wrong_file_type", field }]);
export const heicImage = (types: string, field: string) =>
  new Refusal(415, [
    {
      message: `This is a HEIC picture, as iPhones keep them. File type must be ${types}: send it as JPEG, or choose Settings, Camera, Formats, Most Compatible on the phone and take it anew.`,
      code: "wrong_file_type",
      field,
    },
  ]);
export const fileTooLarge = (bytes: number, field: string) =>
  new Refusal(413, [{ message: `File is larger than ${bytes} bytes`, code: "file_too_large", field }]);
export const fileTooSmall = (bytes: number, field: string) =>
  new Refusal(422, [{ message: `File is smaller than ${bytes} bytes`, code: "file_too_small", field }]);
export const brokenImage = (field: string) =>
  new Refusal(422, [
    {
      message: "This picture cannot be read. It may be damaged; please choose another one.",
      code: "broken_image",
      field,
    },
  ]);
export const tooManyPixels = (megapixels: number, field: string) =>
  new Refusal(413, [
    {
      message: `This picture has more than ${megapixels} million pixels. Please choose a smaller one.`,
      code: "too_many_pixels",
      field,
    },
  ]);
export const tooManyFrames = (frames: number, field: string) =>
  new Refusal(413, [
    {
      message: `This picture moves, in more than ${frames} frames. Please choose one that stands still.`,
      code: "too_many_frames",
      field,
    },
  ]);
export const tooCostlyImage = (field: string) =>
  new Refusal(422, [
    {
      message: "This picture takes too much to read. Please make it smaller, or save it as a JPEG, and send that.",
      code: "picture_too_costly",
      field,
    },
  ]);
export const tooManyFiles = (field: string) =>
  new Refusal(422, [{ message: TOO_MANY_FILES, code: "too_many_files", field }]);
export const noFile = refusal("no_file", 422, "Choose a file first.", "intendedFile");
export const unreadableFiles = refusal("unreadable", 400, "The request could not be read.");
export const unknownUpload = refusal(
  "unknown_upload",
  404,
  "There is no such upload among yours. It may have been too long ago; please choose the file again.",
);
export const uploadUnfinished = refusal("upload_unfinished", 409, "The file has not come whole yet.");
export const uploadMoved = refusal(
  "upload_offset",
  409,
  "The upload is at another place. Ask where it is, and go on from there.",
);
export const uploadOutOfReach = () =>
  new Refusal(
    503,
    [{ message: "The file could not be written down just now. Please try again in a moment.", code: "unavailable" }],
    { "Retry-After": "5" },
  );
export const encoderOutOfReach = () =>
  new Refusal(
    503,
    [
      {
        message: "The picture could not be taken just now, for too many come at once. Please try again in a moment.",
        code: "unavailable",
      },
    ],
    { "Retry-After": "10" },
  );
