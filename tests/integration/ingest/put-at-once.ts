import { readFile } from "node:fs/promises";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";

// A process of its own, whose memory is its own: puts a picture eight times at once, each time as another content, and
// prints the most memory (RSS, in MB) that it ever had.
const [picture = "", folder = ""] = process.argv.slice(2);
const store = new FolderPhotoStore(folder);
const bytes = await readFile(picture);
await Promise.all(Array.from({ length: 8 }, (_, at) => store.put(Buffer.concat([bytes, Buffer.from([at])]))));
console.log(Math.round(process.resourceUsage().maxRSS / 1000));
