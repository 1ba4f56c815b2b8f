import { Refusal, refusal } from "~/platform/refusal";
import { MOST_CENTS, MOST_PIECES } from "./fields-schema";

export const unknownProduct = refusal("unknown_product", 404, "There is no such product among yours.");
/** Somebody has saved it since it was read. `etag` is that of what is there now. */
export const changedMeanwhile = (etag: string, versions: { current: unknown; sent: unknown }) =>
  new Refusal(
    412,
    [
      {
        message: "This product was changed since it was read. Look at what is there now before you save yours.",
        code: "changed_meanwhile",
      },
    ],
    { ETag: etag },
    versions,
  );
export const productChangedMeanwhile = refusal(
  "changed_meanwhile",
  409,
  "This product was changed since it was read. Look at what is there now.",
);
export const priceOutOfRange = refusal(
  "price_out_of_range",
  422,
  `The price would not be between 0.01 and ${MOST_CENTS / 100}.`,
);
export const stockOutOfRange = refusal(
  "stock_out_of_range",
  422,
  `The stock would not be between 0 and ${MOST_PIECES}.`,
);
export const notYourCategory = refusal("not_your_category", 422, "Choose one of your store's categories.", "category");
export const skuTaken = refusal("sku_taken", 409, "Another of your products has this SKU.", "sku");
export const unknownImage = refusal(
  "unknown_image",
  422,
  "One of the pictures is not yours or is gone. Please choose it again.",
  "image",
);
export const unknownVideo = refusal(
  "unknown_video",
  422,
  "The video is not yours or is gone. Please choose it again.",
  "video",
);
export const onlyReviewed = refusal(
  "needs_review",
  422,
  "A product is published once it has been looked over: hand it in for review.",
  "availType",
);
export const noCsv = refusal("no_file", 422, "Choose an Excel or CSV file.", "file");
export const csvTooLarge = refusal("file_too_large", 413, "The file is larger than 5 MB. Please split it.", "file");
export const notUtf8 = refusal(
  "not_utf8",
  422,
  "This is no file that can be read. Save it as an Excel workbook (.xlsx) or as “CSV UTF-8” and choose it again.",
  "file",
);
export const unreadableWorkbook = refusal(
  "unreadable_workbook",
  422,
  "This workbook cannot be read. Save it anew as .xlsx, or as “CSV UTF-8”, and choose it again.",
  "file",
);
export const workbookTooLarge = refusal(
  "file_too_large",
  413,
  "The workbook holds more than can be read at once. Please split it, or take out pictures and other sheets.",
  "file",
);
export const readerOutOfReach = () =>
  new Refusal(
    503,
    [
      {
        message: "The workbook could not be read just now, for too many come at once. Please try again in a moment.",
        code: "unavailable",
      },
    ],
    { "Retry-After": "10" },
  );
export const noSkuColumn = refusal(
  "no_sku_column",
  422,
  "There is no column SKU, by which products are found. Its headings must stand in the first row.",
  "file",
);
export const emptyCsv = refusal("empty_csv", 422, "There is no product in the file.", "file");
export const unknownImport = refusal("unknown_import", 404, "This file has been forgotten. Please choose it again.");
export const importNotValid = refusal(
  "import_not_valid",
  422,
  "Nothing was changed: there are still errors in the file. Mend them and choose it again.",
);
export const notTakenBack = refusal(
  "not_taken_back",
  409,
  "This import cannot be taken back: it was not taken over, or was taken back already.",
);
export const nothingToReview = refusal(
  "nothing_to_review",
  404,
  "This product does not wait for review. Somebody may have decided on it already.",
);
export const decidedAlready = refusal(
  "decided_already",
  409,
  "This was decided on already, or the merchant has changed it since. Please look at it again.",
);
export const categoryGone = refusal(
  "category_gone",
  409,
  "The category that the merchant chose does not exist any more. Please send the change back.",
);
export const unknownToAll = refusal("unknown_product", 404, "There is no such product.");
export const takenOffAlready = refusal(
  "taken_off_already",
  409,
  "This product was taken off sale already. Please look at it again.",
);
export const notTakenOff = refusal(
  "not_taken_off",
  409,
  "Nobody keeps this product off sale. Please look at it again.",
);
