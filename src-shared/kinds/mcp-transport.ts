/** How a server that speaks the Model Context Protocol is reached: a program on this machine or a web address, with the secrets that either needs. */
import { z } from 'zod'
import type { CommandParts } from './needs'
import { secretsIn } from '../flow/secret-names'

const stdioSchema = z.looseObject({
  type: z.literal('stdio'),
  command: z.string().default(''),
  args: z.array(z.string()).default([]),
  /** For variables of the program's environment the names of the secrets that they get; a list: each has the name of its secret. */
  env: z.union([z.record(z.string(), z.string()), z.array(z.string())]).default({}),
})

const webSchema = z.looseObject({
  /** `http`: streamable HTTP; `sse`: the older way, of servers that have no other. */
  type: z.enum(['http', 'sse']),
  url: z.string().default(''),
  /** `{NAME}` in their values is a secret. */
  headers: z.record(z.string(), z.string()).default({}),
})

export const mcpTransportSchema = z.discriminatedUnion('type', [stdioSchema, webSchema])
export type McpTransportData = z.infer<typeof mcpTransportSchema>

/** The program of a local server; `env`: secrets by the variables that they go into. */
export function programOf({ command, args, env }: z.infer<typeof stdioSchema>): CommandParts {
  const secrets = Array.isArray(env) ? Object.fromEntries(env.map((name) => [name, name])) : env
  return { command: command.trim(), args, env: secrets }
}

/** The names of the secrets that a server needs, each once. */
export function secretsOf(transport: McpTransportData): string[] {
  const named =
    transport.type === 'stdio'
      ? Object.values(programOf(transport).env)
      : Object.values(transport.headers).flatMap(secretsIn)
  return [...new Set(named)]
}
