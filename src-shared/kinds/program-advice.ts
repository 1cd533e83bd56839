/** What brings the programs that MCP servers are mostly started with, in words: for a machine where one of them is missing. */
import type { PlainText } from '../languages/translate'

const ADVICE: { readonly [command: string]: PlainText } = {
  npx: 'Install Node.js from nodejs.org: npx comes with it.',
  npm: 'Install Node.js from nodejs.org: npm comes with it.',
  node: 'Install Node.js from nodejs.org.',
  uvx: 'Install uv from docs.astral.sh/uv: uvx comes with it.',
  uv: 'Install uv from docs.astral.sh/uv.',
  docker: 'Install Docker from docs.docker.com/get-docker, and start it.',
  python: 'Install Python from python.org.',
  python3: 'Install Python from python.org.',
}

/** Of any other program, and of one that is named with its folder. */
const OTHERWISE: PlainText = 'Install it, or give its full path in the MCP server.'

/** What to do where a command is missing. */
export function programAdvice(command: string): PlainText {
  const name = command.toLowerCase().replace(/\.(exe|cmd)$/, '')
  return Object.hasOwn(ADVICE, name) ? (ADVICE[name] ?? OTHERWISE) : OTHERWISE
}
