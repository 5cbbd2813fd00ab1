import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";
import type { PhotoStore } from "../../../server/files/photo-store.ts";

export interface OpenedPhotoStore {
  readonly store: PhotoStore;
  /** The same photographs as another process sees them. */
  again(): PhotoStore;
  /** Where they lie, for a store in a folder. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** For `describe.each`: every adapter of the photo port. */
export const PHOTO_STORE_KINDS = [
  {
    name: "a folder",
    async open(): Promise<OpenedPhotoStore> {
      const dataDir = await mkdtemp(join(tmpdir(), "understory-photos-"));
      const again = () => new FolderPhotoStore(dataDir);
      const close = () => rm(dataDir, { recursive: true, force: true });
      return { store: again(), again, dataDir, close };
    },
  },
] as const;
