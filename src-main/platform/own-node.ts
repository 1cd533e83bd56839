/** Import this first: started with an older Node, the database's binary would end the process without a word. */

/** The Node that Baton comes with (package.json). */
const OWN_NODE = 24

/** What to say when this Node cannot run Baton; null when it can. */
export function wrongNode({ node, electron }: { node: string; electron?: string | undefined }): string | null {
  const major = Number(node.split('.')[0])
  if (electron !== undefined || major >= OWN_NODE) return null
  return `Baton needs Node ${OWN_NODE}, and this is Node ${node}. Start it with "npm start" or "npm run baton", which bring their own.`
}

const fault = wrongNode({ node: process.versions.node, electron: process.versions['electron'] })
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
