/** MCP over stdio, with servers that others wrote. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { McpProgress } from './connection'
import { createMcpServers, type McpServer, type McpServers } from './mcp-servers'
import {
  calling,
  everything,
  filesystem,
  INFO,
  isAlive,
  never,
  opening,
  pidOf,
  signalOf,
  partsOf,
} from './testing/servers'
import { eventually } from '../../../src-shared/testing/eventually'

describe('server-everything', () => {
  let servers: McpServers
  let server: McpServer
  beforeAll(async () => {
    servers = createMcpServers({ info: INFO })
    server = await servers.open(everything({ BATON_GREETING: 'hello' }), opening())
  })
  afterAll(() => servers.close())

  it('says who it is and lists its tools', async () => {
    expect(server.describe()).toMatchObject({ name: 'mcp-servers/everything', version: '2.0.0' })
    expect(server.describe().instructions).toContain('Everything Server')
    const tools = await server.tools(never())
    expect(tools.length).toBeGreaterThan(10)
    expect(tools.find(({ name }) => name === 'echo')).toEqual({
      name: 'echo',
      title: 'Echo Tool',
      description: 'Echoes back the input string',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { message: { type: 'string', description: 'Message to echo' } },
        required: ['message'],
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })
  })

  it('answers with text, images, links, embedded resources and errors', async () => {
    const call = (name: string, args = {}) => server.callTool(name, args, calling())
    expect(await call('echo', { message: 'hi' })).toEqual({
      parts: [{ type: 'text', text: 'Echo: hi' }],
      isError: false,
    })
    const image = partsOf(await call('get-tiny-image')).find(({ type }) => type === 'image')
    expect(image).toMatchObject({ mimeType: 'image/png', base64: expect.stringMatching(/^iVBORw0KGgo/) as string })
    expect(partsOf(await call('get-resource-links', { count: 1 })).at(-1)).toEqual({
      type: 'link',
      uri: 'demo://resource/dynamic/blob/1',
      name: 'Blob Resource 1',
      mimeType: 'text/plain',
    })
    const embedded = await call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })
    expect(partsOf(embedded)[1]).toEqual({
      type: 'text',
      text: expect.stringMatching(/^Resource demo:\/\/resource\/dynamic\/text\/1:\nResource 1: This is/) as string,
    })
    const blob = await call('get-resource-reference', { resourceType: 'Blob', resourceId: 1 })
    expect(partsOf(blob)[1]).toMatchObject({ type: 'file', mimeType: 'text/plain', name: '1' })
    expect(await call('echo')).toMatchObject({ isError: true })
    expect(await call('no-such-tool')).toMatchObject({ isError: true })
  })

  it('gives it the safe variables and its own, nothing else of ours', async () => {
    expect(Object.keys(process.env)).toContain('NODE_ENV')
    const parts = partsOf(await server.callTool('get-env', {}, calling()))
    const seen = Object.keys(JSON.parse(parts[0]?.type === 'text' ? parts[0].text : '') as object)
    const safe = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']
    expect(seen.filter((name) => !safe.includes(name))).toEqual(['BATON_GREETING'])
  })

  it('reads resources', async () => {
    const resources = await server.resources(never())
    const first = resources.find(({ name }) => name === 'features.md')
    expect(first).toMatchObject({ mimeType: 'text/markdown', size: null })
    expect(await server.readResource(first?.uri ?? '', never())).toEqual([
      { type: 'text', text: expect.stringContaining('Everything Server') as string },
    ])
    await expect(server.readResource('demo://nothing', never())).rejects.toMatchObject({
      code: 'tool-failed',
      message: 'The MCP server "node" refused a resource: Resource demo://nothing not found',
    })
  })

  it('tells progress, which keeps a call alive beyond its timeout', async () => {
    const seen: McpProgress[] = []
    const answer = await server.callTool(
      'trigger-long-running-operation',
      { duration: 1.6, steps: 4 },
      { ...calling(), timeout: 1300, onProgress: (progress) => seen.push(progress) },
    )
    expect(partsOf(answer)).toEqual([{ type: 'text', text: expect.stringContaining('completed') as string }])
    expect(seen).toEqual([1, 2, 3, 4].map((progress) => ({ progress, total: 4, message: null })))
  })

  it('gives up a call that shows no sign of life, and one that is stopped at once', async () => {
    const args = { duration: 30, steps: 1 }
    await expect(
      server.callTool('trigger-long-running-operation', args, { ...calling(), timeout: 100 }),
    ).rejects.toMatchObject({ code: 'tool-failed', message: expect.stringContaining('within 0.1 s') as string })
    const controller = new AbortController()
    const call = server.callTool('trigger-long-running-operation', args, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(await server.callTool('echo', { message: 'still here' }, calling())).toMatchObject({ isError: false })
  })

  it('says so when it is killed in mid-call, and works again', async () => {
    const pid = pidOf(server)
    const seen = Promise.withResolvers<McpProgress>()
    const args = { duration: 20, steps: 100 }
    const call = server.callTool('trigger-long-running-operation', args, { ...calling(), onProgress: seen.resolve })
    const failed = expect(call).rejects.toMatchObject({
      code: 'tool-failed',
      message: expect.stringMatching(
        /^The MCP server "node" ended while it worked on "trigger-long-running-operation": it was ended by SIGKILL\. Its last lines on stderr:\nStarting default \(STDIO\) server/,
      ) as string,
    })
    await seen.promise
    process.kill(pid, 'SIGKILL')
    await failed
    expect(server.pid()).toBeNull()
    expect(await server.callTool('echo', { message: 'again' }, calling())).toMatchObject({ isError: false })
    expect(pidOf(server)).not.toBe(pid)
  })
})

it('is one process for all who open it, whoever of them stops, until it is closed', async () => {
  const servers = createMcpServers({ info: INFO })
  await expect(servers.open(everything(), opening({ signal: AbortSignal.abort() }))).rejects.toThrow('aborted')
  const { signal, abort } = signalOf()
  const stopped = servers.open(everything(), opening({ signal }))
  const opened = [1, 2, 3].map(() => servers.open(everything(), opening()))
  abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  const [server, ...others] = await Promise.all(opened)
  if (server === undefined) throw new Error('Nothing was opened.')
  const pid = pidOf(server)
  expect(others.map(pidOf)).toEqual([pid, pid])
  await servers.close()
  expect(isAlive(pid)).toBe(false)
  await expect(servers.open(everything(), opening())).rejects.toMatchObject({ code: 'unavailable' })
  await expect(server.tools(never())).rejects.toMatchObject({ code: 'unavailable' })
})

it('ends a server that nobody uses', async () => {
  const idle = createMcpServers({ info: INFO, idleMs: 30 })
  const server = await idle.open(everything(), opening())
  const pid = pidOf(server)
  await eventually(() => expect(isAlive(pid)).toBe(false))
  expect(await server.callTool('echo', { message: 'woken' }, calling())).toMatchObject({ isError: false })
  await idle.close()
})

it('reads files through server-filesystem, and nothing outside its folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'baton-mcp-'))
  await writeFile(path.join(folder, 'note.txt'), 'the note')
  await writeFile(path.join(folder, 'dot.png'), Buffer.from('iVBORw0KGgo=', 'base64'))
  const servers = createMcpServers({ info: INFO })
  const server = await servers.open(filesystem(folder), opening())
  const tools = await server.tools(never())
  expect(tools.find(({ name }) => name === 'write_file')?.annotations).toMatchObject({ destructiveHint: true })
  const read = (name: string, file: string) => server.callTool(name, { path: path.join(folder, file) }, calling())
  expect(await read('read_text_file', 'note.txt')).toEqual({
    parts: [{ type: 'text', text: 'the note' }],
    isError: false,
  })
  expect(partsOf(await read('read_media_file', 'dot.png'))).toEqual([
    { type: 'image', mimeType: 'image/png', base64: 'iVBORw0KGgo=' },
  ])
  const outside = await read('read_text_file', '../../etc/hostname')
  expect(outside).toMatchObject({
    isError: true,
    parts: [{ text: expect.stringContaining('Access denied') as string }],
  })
  await servers.close()
  await rm(folder, { recursive: true })
})
