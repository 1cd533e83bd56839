/** Code in the place of a value, wherever a flow can ask code instead of a model: one form for all, with its limits and hosts beside it. */
import { z } from 'zod'
import type { Json } from '../flow/records'
import type { ConsentNeed, KindProblem } from './kind'
import { codeNeed, listedHostNeed } from './needs'

/** What every piece of code has: the text, its limits (ms, bytes) and the hosts that it may reach. */
export const codeParts = {
  code: z.string().default(''),
  timeout: z.number().int().min(1).max(600_000).default(5000),
  memory: z.number().int().min(1_048_576).max(1_073_741_824).default(67_108_864),
  hosts: z.array(z.string()).default([]),
}
const codeSchema = z.looseObject(codeParts)
export type CodeValue = z.infer<typeof codeSchema>

/** A field whose name ends in `Code` and stands for the one beside it; null: no code. */
export const codeValueSchema = codeSchema.nullable().default(null)

/** Code of which nothing was set: none yet. */
export const NO_CODE: CodeValue = codeSchema.parse({})

/** A host that code may reach: lower case; no port means the usual one of http and https. */
export type CodeHost = { hostname: string; port: string }

/** A host as it is written in a list: `api.example.com`, `127.0.0.1:8080`, `[::1]:8080`. Null: that is no host. */
export function readHost(text: string): CodeHost | null {
  const written = text.trim()
  if (written === '' || /[/?#@\\*\s]/.test(written) || !URL.canParse(`http://${written}`)) return null
  const { hostname } = new URL(`http://${written}`)
  return { hostname, port: /:(\d+)$/.exec(written)?.[1] ?? '' }
}

/** What code needs, by the name under which a person is asked for it; nothing where there is none. */
export function codeNeeds(value: CodeValue | null, name: string): ConsentNeed[] {
  if (value === null) return []
  const hosts = value.hosts.map(readHost).filter((host) => host !== null)
  return [...(value.code.trim() === '' ? [] : [codeNeed(name, value.code)]), ...hosts.map(listedHostNeed)]
}

/** What is wrong with code, as problems of `field`; `what` is what a person calls it. */
export function checkCode(value: CodeValue | null, { field, what }: { field: string; what: string }): KindProblem[] {
  if (value === null) return []
  const problem = (code: string, message: string): KindProblem => ({ severity: 'error', code, field, message })
  const broken = value.hosts.find((host) => readHost(host) === null)
  const hosts = broken === undefined ? [] : [problem('bad-host', hostFault(broken))]
  if (value.code.trim() === '')
    return [problem('no-code', `${what} has no code yet. Export a function called run.`), ...hosts]
  if (/\bexport\b/.test(value.code)) return hosts
  const message = `${what} exports nothing. Write \`export function run(args, baton) { ... }\`.`
  return [problem('no-export', message), ...hosts]
}

/** Why a text of a list of hosts is none. */
export function hostFault(host: string): string {
  return `"${host.slice(0, 60)}" is no host. Write a name or an address, such as api.example.com or 127.0.0.1:8080.`
}

/** A value as code; null for anything that is none. */
export function readCode(value: Json | undefined): CodeValue | null {
  const parsed = codeValueSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}
