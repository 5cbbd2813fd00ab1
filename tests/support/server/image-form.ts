/** A form with a file in one of its fields, as a browser sends it. */
export async function imageForm(
  bytes: Uint8Array<ArrayBuffer>,
  field = "image",
): Promise<{ body: Buffer; headers: { "content-type": string } }> {
  const form = new FormData();
  form.set("note", "beside the picture");
  form.set(field, new Blob([bytes]), "portrait.jpg");
  const request = new Response(form);
  const type = request.headers.get("content-type") ?? "";
  return { body: Buffer.from(await request.arrayBuffer()), headers: { "content-type": type } };
}
