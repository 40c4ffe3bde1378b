/** A chain of revolute joints, each with a body: the text of its model. */
export function chain(count) {
  const links = [...Array(count).keys()], frame = k => k ? `body${k - 1}.frame_b` : "world.frame_b";
  const parts = links.map(k => `[components.joint${k}]\nclass = "Joints.Revolute"\n[components.body${k}]\nclass = "Parts.BodyBox"\nr = [0.1, 0, 0]\nwidth = 0.02\n`);
  const connections = links.flatMap(k => [`["${frame(k)}", "joint${k}.frame_a"]`, `["joint${k}.frame_b", "body${k}.frame_a"]`]);
  return `name = "Chain"\nconnections = [${connections.join(", ")}]\n[components.world]\nclass = "World"\n${parts.join("")}`;
}
