import { describe, expect, it } from "vitest";
import { parseDetectionBoxes } from "../../../src/formats/cells/boxes.ts";
import { cellFlag, cellNumber, cellText } from "../../../src/formats/cells/cell-text.ts";
import { classLabel, isModelName } from "../../../src/formats/cells/class-label.ts";

describe("cells", () => {
  it('reads "NA" and its kin as nothing, and keeps words that contain them', () => {
    expect(["", " ", "NA", "n/a", "NaN", "null", "None"].map((text) => cellText(text))).toEqual(
      Array(7).fill(null),
    );
    expect([" Nasua ", "0", "Nam"].map((text) => cellText(text))).toEqual(["Nasua", "0", "Nam"]);
    // So spreadsheets keep zeros at the beginning.
    expect(['="007"', '=""', '="NA"', '="'].map((text) => cellText(text))).toEqual(["007", null, null, '="']);
  });

  it("reads yes and no in every spelling, and nothing else as either", () => {
    expect(["Yes", "1", "TRUE", "1.0", "No", "0", "ONWAAR"].map(cellFlag)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([cellFlag(null), cellFlag("perhaps")]).toEqual([null, null]);
    expect(["WAHR", "vrai", "Verdadero", "sí", "Ja"].map(cellFlag)).toEqual(Array(5).fill(true));
    expect(["FALSCH", "faux", "Falso", "Nein", "não"].map(cellFlag)).toEqual(Array(5).fill(false));
  });

  it("reads plain decimal numbers only", () => {
    expect(["1.0", "-5.817931", "0.00000455", "4.55e-06"].map(cellNumber)).toEqual([
      1, -5.817931, 0.00000455, 0.00000455,
    ]);
    expect(["9.77 V", "1,5", "", "1e999", "0x10"].map(cellNumber)).toEqual([null, null, null, null, null]);
  });

  it("has one class for people, for what nobody knew and for nothing, however a source calls them (import 11)", () => {
    const names = (texts: string[]) => [...new Set(texts.map((text) => classLabel(text).className))];
    expect(names(["human", "Person", "PEOPLE", "Homo sapiens", "homo_sapiens"])).toEqual(["human"]);
    expect(names(["unknown", "Unknown unknown", "Unknown species", "Unidentified"])).toEqual(["unknown"]);
    expect(names(["Blank", "No species", "nothing", "False trigger"])).toEqual(["empty"]);
    expect(names(["Unknown bird", "Person on horse"])).toEqual(["Unknown bird", "Person on horse"]);
  });

  it("tells the names of programs from those of people", () => {
    const programs = [
      "MegaDetector v5",
      "SpeciesNet 4.0.1",
      "Wildlife AI",
      "YOLOv8",
      "Some model",
      "DeepFaune",
    ];
    expect(programs.filter(isModelName)).toEqual(programs);
    expect(["Aida Vance", "Peter Desmet", "Kai", "J. Modelski"].filter(isModelName)).toEqual([]);
  });

  it("reads blanks of every spelling as 'empty' and tells labels that are no class apart", () => {
    for (const text of ["Blank", "blank", "EMPTY", "No animal"]) {
      expect(classLabel(text)).toEqual({ className: "empty", classId: 99, classified: true });
    }
    expect(classLabel("Setup_Pickup").className).toBe("camera setup");
    expect(classLabel("Human-Camera Trapper").className).toBe("camera setup");
    expect(classLabel("unclassified")).toEqual({
      className: "unclassified",
      classId: null,
      classified: false,
    });
    expect(classLabel("Unknown species").className).toBe("unknown");
    expect(classLabel("Mountain Tapir").className).toBe("Mountain Tapir");
  });
});

describe("boxes", () => {
  it("turns [ymin, xmin, ymax, xmax] of Wildlife Insights into [x, y, width, height]", () => {
    const cell = '{"{\\"detectionBox\\":[0.5,0.1,0.9,0.3]}","{\\"detectionBox\\":[0,0.25,1,1]}"}';
    expect(parseDetectionBoxes(cell)).toEqual([
      [0.1, 0.5, 0.2, 0.4],
      [0.25, 0, 0.75, 1],
    ]);
  });

  it("refuses boxes that are no boxes in a picture", () => {
    expect(parseDetectionBoxes("{}")).toEqual([null]);
    expect(parseDetectionBoxes('{"{\\"detectionBox\\":[0.9,0.1,0.5,0.3]}"}')).toEqual([null]);
    expect(parseDetectionBoxes('{"{\\"detectionBox\\":[0.1,0.2,0.3]}"}')).toEqual([null]);
  });
});
