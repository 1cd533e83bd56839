/** A schema from an example: JSON that somebody has at hand becomes the rows of a table. */
import { Button, Group } from '@mantine/core'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { schemaOfExample } from '../../../src-shared/json-schema/rows'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { Dialog } from '../../ui/layers/Dialog'

const EXAMPLE_FORM = formPlace<string>()

/** `about`: which field it is for. */
type ExampleDialogProps = { about: string; label: string; onTake: (schema: JsonObject) => void; onClose: () => void }

export function ExampleDialog({ about, label, onTake, onClose }: ExampleDialogProps) {
  const t = useT()
  const draft = useFormDraft(EXAMPLE_FORM, about, '')
  const { value: text, set: setText, leave } = draft
  const read = exampleIn(text)
  return (
    <Dialog opened onClose={onClose} title={t('{label} from an example', { label })} size="lg">
      <DraftNote draft={draft} />
      <TextArea
        label={t('Example')}
        description={t(
          'A JSON object, such as an answer of the API. Its fields become rows, in the place of those that are there.',
        )}
        placeholder='{ "cake": "apple", "count": 2 }'
        minRows={8}
        maxRows={20}
        data-autofocus
        value={text}
        error={text.trim() === '' || read !== null ? null : t('This is not a JSON object yet.')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={12}>
        <Button variant="default" onClick={() => leave(onClose)}>
          {t('Cancel')}
        </Button>
        <Button disabled={read === null} onClick={() => leave(() => read !== null && onTake(schemaOfExample(read)))}>
          {t('Make rows')}
        </Button>
      </Group>
    </Dialog>
  )
}

function exampleIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
