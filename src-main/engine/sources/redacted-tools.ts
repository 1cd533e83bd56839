/** The door for everything that tools and their sources give: no key or secret of the person's comes in with it, whoever repeats one. */
import type { ListedTool } from '../../../src-shared/flow/graph'
import type { Redactor } from '../../redaction/redactor'
import type {
  EngineServices,
  ListedResource,
  Media,
  SourceResources,
  ToolOutcome,
  ToolRunner,
  ToolSource,
} from '../contract/runtime'

type ListingContext = { signal: AbortSignal; services: EngineServices }

/** Calls a tool or a source, and removes secrets from its result or from the error that it throws. */
async function redactedResult<Result>(
  { services }: Pick<ListingContext, 'services'>,
  act: (redactor: Redactor) => Promise<Result>,
  clean: (result: Result, redactor: Redactor) => Result,
): Promise<Result> {
  const redactor = await services.redactor()
  try {
    return clean(await act(redactor), redactor)
  } catch (cause) {
    throw redactor.error(cause)
  }
}

/** A tool whose result, progress and failure hold no secret. */
export function redactedTool(run: ToolRunner): ToolRunner {
  return (args, context) => {
    const act = ({ text }: Redactor) =>
      run(args, {
        ...context,
        onProgress: ({ message, ...progress }) =>
          context.onProgress({ ...progress, message: message === null ? null : text(message) }),
      })
    return redactedResult(context, act, cleanOutcome)
  }
}

function cleanOutcome(
  { text, variables, handOff, switches, media, ...rest }: ToolOutcome,
  redactor: Redactor,
): ToolOutcome {
  return {
    ...rest,
    text: redactor.text(text),
    ...(variables === undefined ? {} : { variables: redactor.json(variables) }),
    ...(handOff === undefined ? {} : { handOff: redactor.text(handOff) }),
    ...(switches === undefined
      ? {}
      : { switches: Object.fromEntries(Object.entries(switches).map(([tool, isOn]) => [redactor.text(tool), isOn])) }),
    ...(media === undefined ? {} : { media: media.map((one) => cleanMedia(one, redactor)) }),
  }
}

function cleanMedia({ mimeType, base64, name }: Media, redactor: Redactor): Media {
  const clean = { mimeType: redactor.text(mimeType), base64: redactor.base64(base64) }
  return name === undefined ? clean : { ...clean, name: redactor.text(name) }
}

/** A source whose lists and contents hold no secret; its tools as `redactedTool`. */
export function redactedSource(source: ToolSource): ToolSource {
  // The same list stays the same array, by which steps know that nothing changed, until there is one more secret to look for.
  const lists = new WeakMap<readonly ListedTool[], { clean: readonly ListedTool[]; secrets: number }>()
  const cleanList = (tools: readonly ListedTool[], redactor: Redactor) => {
    const secrets = redactor.count()
    const before = lists.get(tools)
    if (before?.secrets === secrets) return before.clean
    const clean = cleanTools(tools, redactor)
    lists.set(tools, { clean, secrets })
    return clean
  }
  const { known, resources } = source
  return {
    list: (context) => redactedResult(context, () => source.list(context), cleanList),
    ...(known === undefined
      ? {}
      : {
          known: (context: ListingContext) =>
            redactedResult(
              context,
              () => known(context),
              (tools, redactor) => tools && cleanList(tools, redactor),
            ),
        }),
    run: redactedTool(source.run),
    ...(resources === undefined ? {} : { resources: redactedResources(resources) }),
  }
}

/** A tool whose very name holds a secret is not offered: it could be called by no other. */
function cleanTools(tools: readonly ListedTool[], { text, json }: Redactor): readonly ListedTool[] {
  const named = tools.filter(({ name, tool }) => text(name) === name && text(tool) === tool)
  const clean = named.map((one) => {
    const description = text(one.description)
    const parameters = json(one.parameters)
    return description === one.description && parameters === one.parameters ? one : { ...one, description, parameters }
  })
  return clean.length === tools.length && clean.every((one, index) => one === tools[index]) ? tools : clean
}

function redactedResources(resources: SourceResources): SourceResources {
  return {
    list: (context) => redactedResult(context, () => resources.list(context), cleanResources),
    read: (uri, context) =>
      redactedResult(
        context,
        () => resources.read(uri, context),
        (parts, redactor) =>
          parts.map((part) => ('text' in part ? { text: redactor.text(part.text) } : cleanMedia(part, redactor))),
      ),
  }
}

function cleanResources(all: readonly ListedResource[], { text }: Redactor): readonly ListedResource[] {
  return all
    .filter(({ uri }) => text(uri) === uri)
    .map(({ uri, name, title, description, mimeType, size }) => ({
      uri,
      name: text(name),
      title: text(title),
      description: text(description),
      mimeType: text(mimeType),
      size,
    }))
}
