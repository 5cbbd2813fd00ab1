import { Type } from "typebox";
import { MarketModel } from "./shapes.ts";

export const MarketModelList = Type.Object({ message: Type.Array(MarketModel) });
export const MarketModelAnswer = Type.Object({ message: MarketModel });
export const AddModel = Type.Object({ modelId: Type.Union([Type.String(), Type.Integer()]) });
