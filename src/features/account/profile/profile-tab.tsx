import { useServices } from "../../../client/services.tsx";

export function ProfileTab() {
  const { username } = useServices();
  return <p>{username}</p>;
}
