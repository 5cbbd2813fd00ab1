import { type Static, Type } from "typebox";

/** Bodies and answers of the calls about cards and charges. */

export const Card = Type.Object({
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
});
export type Card = Static<typeof Card>;

export const Charge = Type.Object({
  id: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  created: Type.Integer({ description: "Unix seconds" }),
  amount: Type.Integer({ description: "In cents" }),
  currency: Type.String(),
  status: Type.String(),
});
export type Charge = Static<typeof Charge>;

/** Null: no card on file, or billing is not set up. */
export const CardAnswer = Type.Object({ card: Type.Object({ card: Type.Union([Card, Type.Null()]) }) });
export const CardSet = Type.Object({ card: Type.Object({ card: Card }) });
export const ChargeList = Type.Object({ message: Type.Array(Charge) });

/** `token` is a card source of the payment provider, made in its own frame and usable once. */
export const NewSource = Type.Object({ token: Type.String({ minLength: 1, maxLength: 255 }) });
