/** Files of the person that are to go with the message: picked, pasted or dropped. */
import { message } from '../../../src-shared/languages/translate'
import { MOST_ATTACHMENTS } from '../../../src-shared/run/log/attachments'
import { MOST_PICTURES } from '../../../src-shared/run/log/pictures'
import { notify, notifyError, useServices } from '../../ui/services'
import { chosenFile, type ChosenAttachment } from './chosen'

/** `onChange` changes what is chosen by then, since files take their time to be read. */
export type AttachProps = {
  chosen: readonly ChosenAttachment[]
  onChange: (change: (chosen: readonly ChosenAttachment[]) => readonly ChosenAttachment[]) => void
}

/** Reads files one by one and says which of them cannot go along. */
export function useFiles(onChange: AttachProps['onChange']): (files: readonly File[]) => void {
  const { client } = useServices()
  const add = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      try {
        const one = await chosenFile(file, client, new AbortController().signal)
        onChange((now) => withOne(now, one))
      } catch (cause) {
        notifyError(message('{name} was not attached', { name: file.name }), cause)
      }
    }
  }
  return (files) => void add(files)
}

function withOne(now: readonly ChosenAttachment[], one: ChosenAttachment): readonly ChosenAttachment[] {
  const pictures = now.filter(({ preview }) => preview !== undefined).length
  const isFull = now.length >= MOST_ATTACHMENTS
  if (!isFull && (one.preview === undefined || pictures < MOST_PICTURES)) return [...now, one]
  const { name } = one
  notify(
    isFull
      ? message('{name} was not attached: a message can have {most} attachments at most.', {
          name,
          most: MOST_ATTACHMENTS,
        })
      : message('{name} was not attached: a message can have {most} pictures at most.', { name, most: MOST_PICTURES }),
    'attach-full',
  )
  return now
}

/** The files of what is pasted or dropped; none where it is text. */
export function filesOf(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])]
}
