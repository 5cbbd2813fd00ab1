import { useServices } from "../../../client/services.tsx";

export function SecurityTab() {
  const { username } = useServices();
  return <p>{username}</p>;
}
