/** All that is needed once somebody is signed in, in one chunk; see person-code.ts. */
export { dropPictures } from "../../storage/device-space/drop-pictures.ts";
export { browserLocalData } from "../../storage/device-space/local-data.ts";
export { SignedIn } from "../shell/signed-in.tsx";
export { composeServices } from "./compose-services.ts";
export { openPersonStorages } from "./person-storages.ts";
