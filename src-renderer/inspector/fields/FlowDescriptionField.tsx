/** What a flow does as a tool: in words of its own, else as the chosen flow describes itself; a warning where neither says anything. */
import { isJsonObject } from '../../../src-shared/flow/json'
import { descriptionOf, NOT_DESCRIBED } from '../../../src-shared/kinds/flow-description'
import { useFlowList } from '../../ui/flow-list'
import { asText, type FieldProps } from '../field-types'
import { TextArea } from '../../ui/TextArea'
import { Enlarge } from './Enlarge'
import { useFlow } from '../../editor/editor-context'
import styles from './FlowDescriptionField.module.css'

export function FlowDescriptionField({ hint, value, error, onChange, node }: FieldProps<'flowDescription'>) {
  const flows = useFlowList()
  const chosen = useFlow((flow) => flow.nodes[node ?? '']?.data[hint.flow])
  const listed = flows?.find(({ id }) => id === chosen)
  const inherited = (isJsonObject(chosen) ? descriptionOf(chosen) : (listed?.description ?? '')).trim()
  const text = asText(value)
  const isSilent = listed !== undefined && text.trim() === '' && inherited === ''
  return (
    <>
      <Enlarge label={hint.label}>
        {() => (
          <TextArea
            label={hint.label}
            description={hint.help}
            placeholder={inherited === '' ? hint.placeholder : inherited}
            minRows={2}
            maxRows={12}
            value={text}
            error={error}
            onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
          />
        )}
      </Enlarge>
      {isSilent && (
        <div className={styles.fieldWarning} role="status">
          {NOT_DESCRIBED}
        </div>
      )}
    </>
  )
}
