/** What is brought into the library as files or as text: flows, and runs of flows. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { isRunText } from '../../src-shared/rpc/kept-methods'
import { readFile } from '../ui/files'
import { rememberThread } from '../ui/last-threads'
import { notify, notifyError, notifyErrors, type Services } from '../ui/services'

const MOST_FILES = 20
/** The core reads 20 million characters of a flow, 30 of a run; more bytes than this are more, whatever they are, and would not reach it. */
const MOST_BYTES = 60_000_000

/** The flow that a text became, or belongs to; `name`: of its file. */
export async function takeText(
  { client, preferences }: Pick<Services, 'client' | 'preferences'>,
  { text, name }: { text: string; name: string | null },
): Promise<string> {
  if (!isRunText(text)) return (await client.call('flows.import', { text, fileName: name })).id
  const { flowId, threadId } = await client.call('threads.import', { text })
  rememberThread(preferences, flowId, threadId)
  return flowId
}

/** Takes files one by one, and says of each that cannot be taken why. One is opened; several are shown in the list. */
export async function bringIn(services: Services, files: readonly File[]): Promise<void> {
  if (files.length > MOST_FILES) {
    const why = message('There are {count} of them; {most} can be imported at once.', {
      count: files.length,
      most: MOST_FILES,
    })
    notifyError('The files were not imported', new AppError('bad-input', why))
    return
  }
  const taken: string[] = []
  const failures: { name: string; cause: unknown }[] = []
  for (const file of files) {
    try {
      taken.push(await takeText(services, { text: await textOf(file), name: file.name }))
    } catch (cause) {
      failures.push({ name: file.name, cause })
    }
  }
  const [failure] = failures
  if (failures.length === 1 && failure !== undefined)
    notifyError(message('“{name}” was not imported', { name: failure.name }), failure.cause)
  else if (failures.length > 1)
    notifyErrors(
      message('{count, plural, one {# file was not imported} other {# files were not imported}}', {
        count: failures.length,
      }),
      failures,
    )
  const [first] = taken
  if (first === undefined) return
  if (files.length === 1) return services.openFlow(first)
  services.openLibrary()
  notify(message('{count, plural, one {# file was imported.} other {# files were imported.}}', { count: taken.length }))
}

async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES)
    throw new AppError(
      'bad-input',
      message('It has {size} MB. A flow has 20 MB at most, and a run 30 MB.', {
        size: Math.ceil(file.size / 1_000_000),
      }),
    )
  return readFile(file, (one) => one.text())
}
