/** A structured output: off, or the JSON schema of the reply and the variable that keeps it. */
import { Autocomplete, Stack, Switch } from '@mantine/core'
import { isJsonObject } from '../../../src-shared/flow/json'
import { readSettings, type JsonObject } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { asText, type FieldProps } from '../field-types'
import { SchemaField } from './SchemaField'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'

/** What it begins with: one field, to be changed. */
const FIRST: JsonObject = {
  schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  variable: '',
}

export function OutputField({ hint, value, error, onChange, node }: FieldProps<'output'>) {
  const t = useT()
  const settings = useFlow((flow) => flow.settings)
  const output = isJsonObject(value) ? value : null
  const { variables } = readSettings({ settings })
  const kept = Object.keys(variables).filter((name) => variables[name]?.type === 'json')
  return (
    <Stack gap={8}>
      <Switch
        label={hint.label}
        description={hint.help}
        checked={output !== null}
        onChange={(event) => void onChange(event.currentTarget.checked ? FIRST : undefined, 'own-step')}
      />
      {output !== null && (
        <>
          <SchemaField
            hint={{ key: 'schema', label: t('Schema of the reply'), type: 'json', schema: true }}
            value={output['schema']}
            error={error}
            node={node}
            onChange={(schema) => onChange({ ...output, schema: schema ?? {} })}
          />
          <Autocomplete
            label={t('Kept as the variable')}
            placeholder={t('Not kept')}
            data={kept}
            value={asText(output['variable'])}
            spellCheck={false}
            classNames={{ input: textStyles.mono }}
            onChange={(variable) => void onChange({ ...output, variable })}
          />
        </>
      )}
    </Stack>
  )
}
