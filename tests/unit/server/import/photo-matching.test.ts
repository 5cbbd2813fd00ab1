import { describe, expect, it } from "vitest";
import { matchPictures, type WantedPicture } from "../../../../server/import/photo-matching.ts";
import { PictureFolder } from "../../../../server/import/picture-folder.ts";

const wanted = (path: string, ...folderNames: string[]): WantedPicture => ({
  path,
  name: path.split("/").at(-1) ?? "",
  folderNames,
});
const kinds = (pictures: WantedPicture[], files: string[]) =>
  matchPictures(pictures, files).map((match) => (match.kind === "found" ? match.file : match.kind));

describe("finding the file of a picture", () => {
  it("takes the file at the picture's path below the folder of photographs, whatever the case", () => {
    const files = ["2018/A/IMG_1.JPG", "2018/b/img_1.jpg", "A/IMG_1.JPG"];
    const pictures = [wanted("2018/A/IMG_1.JPG"), wanted("2018/B/IMG_1.JPG"), wanted("A/IMG_1.JPG")];
    expect(kinds(pictures, files)).toEqual(files);
  });

  it("takes letters with their accents apart, as macOS writes them, for the same letters (import 1)", () => {
    const apart = "KAMERA 1/Tür/IMG 1.JPG".normalize("NFD");
    expect(matchPictures([wanted("Kamera 1/Tür/IMG 1.JPG")], [apart])).toEqual([
      { kind: "found", file: apart },
    ]);
    expect(new PictureFolder("/", ["Tür.jpg".normalize("NFD")]).has("TÜR.jpg")).toBe(true);
  });

  it("takes a file whose whole path ends that of the picture, or the other way round", () => {
    expect(
      kinds(
        [wanted("gs://bucket/x/A/IMG_1.JPG"), wanted("C:/cards/B/IMG_1.JPG")],
        ["A/IMG_1.JPG", "B/IMG_1.JPG"],
      ),
    ).toEqual(["A/IMG_1.JPG", "B/IMG_1.JPG"]);
    expect(kinds([wanted("A/IMG_1.JPG")], ["cards/2018/A/IMG_1.JPG"])).toEqual(["cards/2018/A/IMG_1.JPG"]);
    expect(kinds([wanted("media/IMG_9.JPG", "a")], ["IMG_9.JPG"])).toEqual(["IMG_9.JPG"]);
  });

  it("gives no picture of one camera to others that have the same inner folders (import 1)", () => {
    const cameras = Array.from({ length: 10 }, (_, index) => `cam${index}`);
    const pictures = cameras.map((camera) => wanted(`${camera}/DCIM/100RECNX/IMG_0001.JPG`, camera));
    expect(matchPictures(pictures, ["cam3/DCIM/100RECNX/IMG_0001.JPG"])).toEqual(
      cameras.map((camera) =>
        camera === "cam3" ? { kind: "found", file: "cam3/DCIM/100RECNX/IMG_0001.JPG" } : { kind: "missing" },
      ),
    );
    const [first, ...others] = matchPictures(pictures, ["DCIM/100RECNX/IMG_0001.JPG"]);
    expect(first).toEqual({
      kind: "ambiguous",
      rivals: [
        "DCIM/100RECNX/IMG_0001.JPG",
        "cam1/DCIM/100RECNX/IMG_0001.JPG",
        "cam2/DCIM/100RECNX/IMG_0001.JPG",
      ],
    });
    expect(others.map(({ kind }) => kind)).toEqual(others.map(() => "ambiguous"));
    expect(matchPictures(pictures.slice(0, 1), ["old-card/DCIM/100RECNX/IMG_0001.JPG"])).toEqual([
      { kind: "elsewhere", rivals: ["old-card/DCIM/100RECNX/IMG_0001.JPG"] },
    ]);
  });

  it("takes a bare name from the folder that is called as the deployment", () => {
    expect(
      kinds(
        [wanted("IMG_1.JPG", "dep-1"), wanted("IMG_1.JPG", "dep-2")],
        ["x/Dep-2/IMG_1.JPG", "Dep-1/sd/IMG_1.JPG"],
      ),
    ).toEqual(["Dep-1/sd/IMG_1.JPG", "x/Dep-2/IMG_1.JPG"]);
  });

  it("does not guess between pictures of one name, nor between files, and names the candidates", () => {
    expect(matchPictures([wanted("IMG_1.JPG", "a"), wanted("IMG_1.JPG", "b")], ["IMG_1.JPG"])).toEqual([
      { kind: "ambiguous", rivals: ["IMG_1.JPG", "IMG_1.JPG"] },
      { kind: "ambiguous", rivals: ["IMG_1.JPG", "IMG_1.JPG"] },
    ]);
    expect(matchPictures([wanted("IMG_1.JPG", "a")], ["x/IMG_1.JPG", "y/IMG_1.JPG"])).toEqual([
      { kind: "ambiguous", rivals: ["x/IMG_1.JPG", "y/IMG_1.JPG"] },
    ]);
    expect(matchPictures([wanted("a/IMG_1.JPG")], ["x/a/IMG_1.JPG", "y/a/IMG_1.JPG"])).toEqual([
      { kind: "ambiguous", rivals: ["x/a/IMG_1.JPG", "y/a/IMG_1.JPG"] },
    ]);
  });

  it("tells files of one path apart by the Sentinel's folder", () => {
    expect(
      kinds(
        [wanted("DCIM/IMG_1.JPG", "cam1"), wanted("IMG_1.JPG", "cam2")],
        ["cam1/DCIM/IMG_1.JPG", "cam2/DCIM/IMG_1.JPG"],
      ),
    ).toEqual(["cam1/DCIM/IMG_1.JPG", "cam2/DCIM/IMG_1.JPG"]);
  });

  it("leaves a file to the picture that has the better right to it", () => {
    expect(kinds([wanted("IMG_1.JPG", "a"), wanted("IMG_1.JPG", "b")], ["a/IMG_1.JPG"])).toEqual([
      "a/IMG_1.JPG",
      "missing",
    ]);
    expect(kinds([wanted("IMG_1.JPG", "a"), wanted("IMG_2.JPG", "b")], ["b/IMG_1.JPG"])).toEqual([
      "elsewhere",
      "missing",
    ]);
    expect(kinds([wanted("IMG_2.JPG", "a")], ["a/IMG_1.JPG"])).toEqual(["missing"]);
  });
});
