import type { DeploymentPeriod } from "../deployment-period.ts";
import type { DeviceRecord } from "../import-record.ts";

/** A project by its id, or by the folder of its tables where these name none. */
export interface ProjectKey {
  projectId: string | null;
  folder: string;
}

/** A deployment as its table has it; `device.deviceId` is unique within the project. */
export interface ReadDeployment extends ProjectKey {
  device: DeviceRecord;
  period: DeploymentPeriod;
}

export interface FoundDeployment {
  deviceId: string;
  period: DeploymentPeriod;
}

/** The deployments of all projects of a package: projects call their cameras by the same names. */
export class DeploymentIndex {
  readonly #byId = new Map<string, ReadDeployment[]>();

  /** False where the project has a deployment of this id already. */
  add(deployment: ReadDeployment): boolean {
    const { deviceId } = deployment.device;
    const others = this.#byId.get(deviceId) ?? [];
    if (others.some((other) => projectName(other) === projectName(deployment))) return false;
    this.#byId.set(deviceId, [...others, deployment]);
    return true;
  }

  /** The Sentinels of all deployments; those of one name in several projects end with that of their project. */
  *devices(): Generator<DeviceRecord> {
    for (const deployments of this.#byId.values()) {
      for (const deployment of deployments) {
        const deviceId = this.#deviceIdOf(deployment);
        yield { ...deployment.device, deviceId, deviceName: deviceId };
      }
    }
  }

  /** The deployment of a row of images. */
  find(deploymentId: string, { projectId, folder }: ProjectKey): FoundDeployment | "unknown" | "ambiguous" {
    const candidates = this.#byId.get(deploymentId) ?? [];
    const ofProject = candidates.filter((one) => projectId !== null && one.projectId === projectId);
    const open = candidates.filter((one) => projectId === null || one.projectId === null);
    const ofFolder = open.filter((one) => one.folder === folder);
    const found = ofProject.length > 0 ? ofProject : ofFolder.length > 0 ? ofFolder : open;
    const [only] = found;
    if (only === undefined) return "unknown";
    return found.length > 1 ? "ambiguous" : { deviceId: this.#deviceIdOf(only), period: only.period };
  }

  #deviceIdOf(deployment: ReadDeployment): string {
    const { deviceId } = deployment.device;
    const isShared = (this.#byId.get(deviceId)?.length ?? 0) > 1;
    return isShared ? `${deviceId} (${projectName(deployment)})` : deviceId;
  }
}

function projectName({ projectId, folder }: ProjectKey): string {
  return projectId ?? folder.replace(/\/$/, "");
}
