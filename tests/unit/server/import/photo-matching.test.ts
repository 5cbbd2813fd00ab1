import { describe, expect, it } from "vitest";
import { matchPictures, type WantedPicture } from "../../../../server/import/photo-matching.ts";

const wanted = (path: string, ...folderNames: string[]): WantedPicture => ({
  path,
  name: path.split("/").at(-1) ?? "",
  folderNames,
});
const kinds = (pictures: WantedPicture[], files: string[]) =>
  matchPictures(pictures, files).map((match) => (match.kind === "found" ? match.file : match.kind));

describe("finding the file of a picture", () => {
  it("prefers the file whose path ends as the picture's does, whatever the case", () => {
    const files = ["2018/A/IMG_1.JPG", "2018/B/img_1.jpg"];
    expect(kinds([wanted("gs://bucket/x/A/IMG_1.JPG"), wanted("gs://bucket/x/b/IMG_1.JPG")], files)).toEqual(
      files,
    );
  });

  it("takes a bare name from the folder that is called as the deployment", () => {
    expect(
      kinds(
        [wanted("IMG_1.JPG", "dep-1"), wanted("IMG_1.JPG", "dep-2")],
        ["x/Dep-2/IMG_1.JPG", "Dep-1/sd/IMG_1.JPG"],
      ),
    ).toEqual(["Dep-1/sd/IMG_1.JPG", "x/Dep-2/IMG_1.JPG"]);
  });

  it("does not guess between pictures of one name, nor between files", () => {
    expect(kinds([wanted("IMG_1.JPG", "a"), wanted("IMG_1.JPG", "b")], ["IMG_1.JPG"])).toEqual([
      "ambiguous",
      "ambiguous",
    ]);
    expect(kinds([wanted("IMG_1.JPG", "a")], ["x/IMG_1.JPG", "y/IMG_1.JPG"])).toEqual(["ambiguous"]);
    expect(kinds([wanted("a/IMG_1.JPG")], ["x/a/IMG_1.JPG", "y/a/IMG_1.JPG"])).toEqual(["ambiguous"]);
  });

  it("takes a name that only one picture and one file have", () => {
    expect(kinds([wanted("media/IMG_9.JPG", "a")], ["IMG_9.JPG"])).toEqual(["IMG_9.JPG"]);
  });

  it("leaves a file to the picture that has the better right to it", () => {
    expect(kinds([wanted("IMG_1.JPG", "a"), wanted("IMG_1.JPG", "b")], ["a/IMG_1.JPG"])).toEqual([
      "a/IMG_1.JPG",
      "missing",
    ]);
    expect(kinds([wanted("IMG_2.JPG", "a")], ["a/IMG_1.JPG"])).toEqual(["missing"]);
  });
});
