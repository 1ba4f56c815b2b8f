import type { Locker, Upload } from "@tus/server";
import { clientConfig, explainFailures, isMissing, lazyClient } from "./s3-client.server";
import type { S3Config } from "./s3-config.server";
import type { Uploads } from "./upload-store";

/** Separate from the files, so that a CDN that serves those never serves an unfinished upload. */
const FOLDER = "uploads/";
/** Objects beside an upload: its metadata, and the end of a piece that is too short for the storage. */
const NOTE = ".info";
const REST = ".part";
/** The size of a piece for the storage. Each piece lies in the temporary folder until it is full. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

/** Uploads in a bucket, as parts of a multipart upload. Any process goes on where another one has left off. */
export function s3Uploads(config: S3Config, locker: () => Promise<Locker>): Uploads {
  const { bucket } = config;
  const { get } = lazyClient(config);
  const open = () => openStore(config);
  let opening: ReturnType<typeof open> | undefined;
  const store = () => (opening ??= open());
  const nameOf = (uploadId: string) => FOLDER + uploadId;

  return {
    store,
    nameOf,
    locker,
    async find(uploadId) {
      return (await store()).known(nameOf(uploadId));
    },
    async read(uploadId) {
      return (await store()).read(nameOf(uploadId));
    },
    async remove(uploadId) {
      await (await store()).removeAll(nameOf(uploadId));
    },
    async *list() {
      const { sdk, client } = await get();
      let after: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: FOLDER, ContinuationToken: after }),
        );
        for (const { Key = "", LastModified } of page.Contents ?? [])
          if (Key.endsWith(NOTE))
            yield { uploadId: Key.slice(FOLDER.length, -NOTE.length), begunAt: LastModified?.toISOString() ?? "" };
        after = page.NextContinuationToken;
      } while (after);
    },
  };
}

/** tus' own store, loaded with the first upload. */
async function openStore(config: S3Config) {
  const [{ S3Store }, { ERRORS }] = await Promise.all([import("@tus/s3-store"), import("@tus/server")]);

  class Store extends S3Store {
    constructor(...options: ConstructorParameters<typeof S3Store>) {
      super(...options);
      explainFailures(this.client, config);
    }

    /**
     * As `getUpload`, but returns null only if there is no such upload. A storage that is out of reach has lost
     * nothing.
     */
    async known(name: string): Promise<Upload | null> {
      try {
        await this.getMetadata(name);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      return super.getUpload(name);
    }

    override async getUpload(name: string): Promise<Upload> {
      await this.known(name);
      return super.getUpload(name);
    }

    override async remove(name: string): Promise<void> {
      if (!(await this.known(name))) throw ERRORS.FILE_NOT_FOUND;
      await this.removeAll(name);
    }

    /** Removes an upload, whole or not: the parts, the object, and the objects beside it. */
    async removeAll(name: string): Promise<void> {
      const Bucket = this.bucket;
      try {
        const { "upload-id": UploadId } = await this.getMetadata(name);
        await this.client.abortMultipartUpload({ Bucket, Key: name, UploadId });
      } catch (error) {
        // A whole upload has no parts any more, and a removed one has nothing.
        if (!isMissing(error)) throw error;
      }
      await this.clearCache(name);
      for (const ending of ["", NOTE, REST]) await this.client.deleteObject({ Bucket, Key: name + ending });
    }
  }

  return new Store({
    s3ClientConfig: { ...clientConfig(config), bucket: config.bucket },
    partSize: PART_BYTES,
    maxConcurrentPartUploads: PARTS_AT_ONCE,
    // Not every storage has tags. We sweep unfinished uploads ourselves.
    useTags: false,
  });
}
