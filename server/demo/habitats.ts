import { drawForest } from "./habitats/forest.ts";
import type { Place } from "./habitats/place.ts";
import { drawRainforest } from "./habitats/rainforest.ts";
import { drawSavanna } from "./habitats/savanna.ts";
import { drawSnow } from "./habitats/snow.ts";
import { drawWetland } from "./habitats/wetland.ts";
import type { Random } from "./random.ts";

export const HABITATS = ["forest", "rainforest", "savanna", "wetland", "snow"] as const;
export type Habitat = (typeof HABITATS)[number];

export function drawPlace(habitat: Habitat, night: boolean, random: Random): Place {
  switch (habitat) {
    case "forest":
      return drawForest(night, random);
    case "rainforest":
      return drawRainforest(night, random);
    case "savanna":
      return drawSavanna(night, random);
    case "wetland":
      return drawWetland(night, random);
    case "snow":
      return drawSnow(night, random);
  }
}
