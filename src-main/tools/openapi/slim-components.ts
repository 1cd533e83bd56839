/** The components of a slim document: what is referred to is copied once, where the copies refer to it. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { readServers } from './parameters'
import { entries, listField, objectField, pointerParts, type References } from './references'
import { parameterCopy, requestBodyCopy, schemaCopy, securitySchemeCopy, type Move, type Section } from './slim-parts'

export type Copies = {
  servers: (owner: JsonObject) => JsonObject
  parameters: (owner: JsonObject) => JsonObject
  requestBody: (raw: JsonObject) => Json
  /** Null when the document says nothing. */
  security: (raw: Json | undefined) => Json | null
  /** Everything that the other copies refer to. */
  components: () => JsonObject
}

export function createCopies(root: JsonObject, references: References): Copies {
  const components = new Map<Section, Map<string, Json>>()
  const places = new Map<string, string>()
  const open: (() => void)[] = []

  /** The reference to the copy of what a reference points at, which is made later. */
  function move(reference: string, section: Section): string {
    const id = `${section} ${reference}`
    const known = places.get(id)
    if (known !== undefined) return known
    const target = references.lookUp(reference)
    const parts = pointerParts(reference)
    if (target === undefined || parts === null) return reference
    const [first, second, name = ''] = parts
    const isPlain = parts.length === 3 && first === 'components' && second === section && name !== '__proto__'
    const place = isPlain ? name : freeName(section)
    const made = isPlain ? reference : `#/components/${section}/${place}`
    places.set(id, made)
    open.push(() => {
      const copied = components.get(section) ?? new Map<string, Json>()
      components.set(section, copied.set(place, copyOf(section, target, move)))
    })
    return made
  }

  function freeName(section: Section): string {
    const taken = objectField(objectField(root, 'components'), section)
    let count = places.size + 1
    while (Object.hasOwn(taken, `part_${count}`)) count += Object.keys(taken).length + 1
    return `part_${count}`
  }

  function security(raw: Json | undefined): Json | null {
    if (!Array.isArray(raw)) return null
    const schemes = objectField(objectField(root, 'components'), 'securitySchemes')
    for (const name of raw.flatMap((need) => entries(need).map(([one]) => one)))
      if (Object.hasOwn(schemes, name)) move(`#/components/securitySchemes/${pointerPart(name)}`, 'securitySchemes')
    return raw.map((need) => Object.fromEntries(entries(need).map(([name]) => [name, []])))
  }

  return {
    servers: (owner) => {
      const servers = readServers(owner)
      return servers === null ? {} : { servers: servers.map((url) => ({ url })) }
    },
    parameters: (owner) => {
      const all = listField(owner, 'parameters')
      return all.length === 0
        ? {}
        : { parameters: all.map((raw) => (isJsonObject(raw) ? parameterCopy(raw, move) : {})) }
    },
    requestBody: (raw) => requestBodyCopy(raw, move),
    security,
    components: () => {
      for (let copy = open.pop(); copy !== undefined; copy = open.pop()) copy()
      return Object.fromEntries([...components].map(([section, parts]) => [section, Object.fromEntries(parts)]))
    },
  }
}

function copyOf(section: Section, target: Json, move: Move): Json {
  if (section === 'schemas') return schemaCopy(target, move)
  if (!isJsonObject(target)) return {}
  if (section === 'parameters') return parameterCopy(target, move)
  return section === 'requestBodies' ? requestBodyCopy(target, move) : securitySchemeCopy(target, move)
}

function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
