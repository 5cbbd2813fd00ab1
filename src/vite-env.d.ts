/// <reference types="vite/client" />

/** What a build may be told; see `apiBase`. */
interface ImportMetaEnv {
  readonly VITE_USE_EMULATOR?: string;
  readonly VITE_API_BASE?: string;
}
