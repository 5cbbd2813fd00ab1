import { boar, deer } from "./animals/deer-and-boar.ts";
import { bear, dog, fox } from "./animals/fox-bear-dog.ts";
import { ocelot } from "./animals/ocelot.ts";
import { agouti, monkey } from "./animals/small-animals.ts";
import { elephant, zebra } from "./animals/zebra-and-elephant.ts";
import { drawHeron, drawPerson, drawVehicle } from "./other-subjects.ts";
import { drawQuadruped, type Pose, type Quadruped } from "./quadruped.ts";
import type { Random } from "./random.ts";

/** Subjects of the demo's photographs, and their classes. */
export interface Subject {
  readonly className: string;
  readonly classId: number;
  /** Height in centimetres, to keep the whole of it in the picture. */
  readonly heightCm: number;
  /** Length on the ground, for its shadow. */
  readonly lengthCm: number;
  readonly draw: ((pose: Pose, random: Random) => string) | null;
}

function quadruped(className: string, classId: number, heightCm: number, animal: Quadruped): Subject {
  const ends = animal.body.map(([x]) => x);
  const lengthCm = Math.max(...ends) - Math.min(...ends);
  return {
    className,
    classId,
    heightCm,
    lengthCm,
    draw: (pose, random) => drawQuadruped(animal, pose, random),
  };
}

export const SUBJECTS = {
  deer: quadruped("Red deer", 1, 150, deer),
  boar: quadruped("Wild boar", 2, 95, boar),
  fox: quadruped("Red fox", 3, 68, fox),
  heron: {
    className: "Grey heron",
    classId: 4,
    heightCm: 100,
    lengthCm: 34,
    draw: (pose, random) => drawHeron(random, pose.feeding),
  },
  elephant: quadruped("African elephant", 5, 290, elephant),
  zebra: quadruped("Plains zebra", 6, 185, zebra),
  bear: quadruped("Black bear", 7, 105, bear),
  monkey: quadruped("Vervet monkey", 8, 70, monkey),
  ocelot: quadruped("Ocelot", 9, 64, ocelot),
  agouti: quadruped("Agouti", 10, 44, agouti),
  dog: quadruped("Domestic dog", 11, 86, dog),
  human: {
    className: "Human",
    classId: 12,
    heightCm: 182,
    lengthCm: 60,
    draw: (_pose, random) => drawPerson(random),
  },
  vehicle: {
    className: "Vehicle",
    classId: 13,
    heightCm: 212,
    lengthCm: 430,
    draw: (_pose, random) => drawVehicle(random),
  },
  empty: { className: "empty", classId: 99, heightCm: 100, lengthCm: 100, draw: null },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof SUBJECTS;
