export interface PostgresCluster {
  readonly url: string;
  /** Copies the cluster's disk. */
  snapshot(): Promise<void>;
  /** Puts that copy back. */
  rollBack(): Promise<void>;
  stop(): void;
}
export function findPostgresBinaries(): string | null;
export function findOrInstallPostgres(say: (sentence: string) => void): string | null;
export function startPostgresCluster(folder: string): Promise<PostgresCluster>;
