import { type Attack, startAttack } from "../../tests/support/neighbours/attacks.ts";

// One attack, in a process of its own so that its work does not delay the measured reads; ends with its input.
// arguments: the Attacker as JSON, and the attack

const CALLS_AT_ONCE = 8;
const [attacker = "null", attack = ""] = process.argv.slice(2);
const running = startAttack(JSON.parse(attacker), attack as Attack, CALLS_AT_ONCE);
console.log("attacking");
for await (const _ of process.stdin);
console.log(JSON.stringify(await running.stop()));
