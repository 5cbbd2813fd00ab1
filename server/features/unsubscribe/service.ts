import type { Dependencies } from "../../dependencies.ts";
import { endMails } from "./repository.ts";

/** Ends mails to the address that a key names. @returns whether it names one */
export function unsubscribe({ db }: Pick<Dependencies, "db">, key: string): Promise<boolean> {
  return db.write((transaction) => endMails(transaction, key));
}
