/** Gives each Sentinel of a package a name of its own: places have several deployments, whose names would be equal. */
export class SentinelNames {
  readonly #given = new Set<string>();

  /** The name, followed by the id where another Sentinel of the package has it already. */
  nameFor(name: string | null, deviceId: string): string {
    const plain = name ?? deviceId;
    const taken = this.#given.has(plain.toLowerCase());
    this.#given.add(plain.toLowerCase());
    return taken && plain !== deviceId ? `${plain} (${deviceId})` : plain;
  }
}
