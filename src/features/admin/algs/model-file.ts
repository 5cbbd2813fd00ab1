import type { ModelFileFacts } from "../../../domain/device/release.ts";
import type { Alg } from "../../../protocol/shapes.ts";

/** The requirements of a release for an alg's file. */
export function modelFileOf({ framework, alg_bucket, alg_path, md5_checksum }: Alg): ModelFileFacts {
  return { framework, bucket: alg_bucket, path: alg_path, checksum: md5_checksum };
}
