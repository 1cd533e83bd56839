/**
 * A small MCP server over stdio for tests, without the SDK. Its first argument is a file that it adds its process id and every method that
 * it hears to; the others are names of further tools, `name:reads`, `name:writes` and `name:destroys` with the annotations that say so. Tools: `say`, `hang` (never answers), `die`, `grow` (adds a tool), `token`; `redescribe`,
 * where it is named, describes `say` anew.
 * Resources: a picture, bytes that are text, and `test://n.txt`, which is different each time.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [file = '', ...more] = process.argv.slice(2)
const names = ['say', 'hang', 'die', 'grow', 'token', ...more]
const HINTS = { reads: { readOnlyHint: true }, writes: { destructiveHint: false }, destroys: { destructiveHint: true } }
/** What is said of tools that were described anew. @type {{ [name: string]: object }} */
const anew = {}
const schema = { type: 'object', properties: { text: { type: 'string' } } }

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
/** @param {unknown} id @param {string} text */
const answer = (id, text) => send({ id, result: { content: [{ type: 'text', text }] } })

/** @param {string} written */
function listed(written) {
  const [name, hint] = written.split(':')
  const annotations = hint === 'reads' || hint === 'writes' || hint === 'destroys' ? HINTS[hint] : undefined
  return { name, description: `Does ${name}.`, inputSchema: schema, annotations, ...anew[name ?? ''] }
}

/** @type {{ [name: string]: (id: unknown, text: string) => void }} */
const TOOLS = {
  say: (id, text) => answer(id, `${process.pid} says ${text}`),
  hang: () => undefined,
  die: () => process.exit(7),
  grow(id, text) {
    names.push(text)
    send({ method: 'notifications/tools/list_changed' })
    answer(id, `grew ${text}`)
  },
  redescribe(id, text) {
    anew['say'] = JSON.parse(text)
    send({ method: 'notifications/tools/list_changed' })
    answer(id, 'described')
  },
  token: (id) => answer(id, `the token is ${process.env['TOKEN'] ?? 'unset'}`),
}

const RESOURCES = [
  {
    uri: 'test://picture.png',
    name: 'Picture',
    mimeType: 'image/png',
    blob: Buffer.from([137, 80, 78, 71]).toString('base64'),
  },
  {
    uri: 'test://bytes.txt',
    name: 'bytes.txt',
    mimeType: 'text/plain',
    blob: Buffer.from('plums\n').toString('base64'),
  },
]
let reads = 0

/** @param {string} uri */
function contentOf(uri) {
  reads += 1
  const known = RESOURCES.find((resource) => resource.uri === uri)
  if (known !== undefined) return { uri, mimeType: known.mimeType, blob: known.blob }
  return uri === 'test://n.txt' ? { uri, mimeType: 'text/plain', text: `Read ${reads} times` } : null
}

appendFileSync(file, `pid ${process.pid}\n`)
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  appendFileSync(file, `${method}${method === 'tools/call' ? ` ${params.name}` : ''}\n`)
  if (method === 'initialize') {
    const { protocolVersion } = params
    send({
      id,
      result: {
        protocolVersion,
        capabilities: { tools: { listChanged: true }, resources: {} },
        serverInfo: { name: 'small', version: '1' },
      },
    })
  }
  if (method === 'tools/list') send({ id, result: { tools: names.map(listed) } })
  if (method === 'resources/list')
    send({ id, result: { resources: RESOURCES.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })) } })
  if (method === 'resources/read') {
    const content = contentOf(params.uri)
    if (content === null) send({ id, error: { code: -32002, message: 'Resource not found' } })
    else send({ id, result: { contents: [content] } })
  }
  if (method === 'tools/call') {
    const run = TOOLS[params.name]
    if (run === undefined) answer(id, `${params.name} did it`)
    else run(id, params.arguments?.text ?? '')
  }
})
