export interface InternalUser {
  user_id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone_number: string;
}
export interface Alg {
  alg_id: string;
  alg_name: string;
  framework: string;
  date_created: string;
  alg_bucket: string | null;
  alg_path: string | null;
  md5_checksum: string | null;
  class_definitions: { class_id: number; label: string }[];
}
