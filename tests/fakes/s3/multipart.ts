import { randomBytes } from "node:crypto";
import { etagOf, keptHeaders, S3Failure, type Asked, type Kept, type Told } from "./objects";
import { xml } from "./xml";

/** The smallest size of every part but the last, in bytes. */
const LEAST_PART = 5 * 1024 * 1024;

/** Answers requests about multipart uploads; null for any other request. */
export function answerMultipart(memory: Kept, { method, key, query, headers, body }: Asked): Told | null {
  if (method === "POST" && query.has("uploads")) {
    const UploadId = randomBytes(8).toString("hex");
    memory.uploads.set(UploadId, { key, headers: keptHeaders(headers), parts: new Map() });
    return { body: xml("InitiateMultipartUploadResult", { Bucket: memory.bucket, Key: key, UploadId }) };
  }
  const uploadId = query.get("uploadId");
  if (uploadId === null) return null;
  const upload = memory.uploads.get(uploadId);
  if (!upload || upload.key !== key) throw new S3Failure(404, "NoSuchUpload");
  const parts = [...upload.parts].toSorted(([first], [second]) => first - second);
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    return { headers: { ETag: etagOf(body) } };
  }
  if (method === "GET")
    return {
      body: xml("ListPartsResult", {
        Bucket: memory.bucket,
        Key: key,
        UploadId: uploadId,
        IsTruncated: false,
        Part: parts.map(([PartNumber, bytes]) => ({ PartNumber, Size: bytes.length, ETag: etagOf(bytes) })),
      }),
    };
  memory.uploads.delete(uploadId);
  if (method === "DELETE") return { status: 204 };
  if (parts.slice(0, -1).some(([, bytes]) => bytes.length < LEAST_PART)) throw new S3Failure(400, "EntityTooSmall");
  const bytes = Buffer.concat(parts.map(([, part]) => part));
  memory.objects.set(key, { bytes, headers: upload.headers, at: new Date() });
  return { body: xml("CompleteMultipartUploadResult", { Bucket: memory.bucket, Key: key, ETag: etagOf(bytes) }) };
}
