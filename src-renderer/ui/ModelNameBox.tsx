/** The name of a model: one of those that a server lists, or any that is typed. */
import { Autocomplete, type AutocompleteProps, type OptionsFilter } from '@mantine/core'
import { forwardRef } from 'react'

export type ModelNameBoxProps = Omit<AutocompleteProps, 'data' | 'filter' | 'limit' | 'maxDropdownHeight'> & {
  models: readonly string[]
}

export const ModelNameBox = forwardRef<HTMLInputElement, ModelNameBoxProps>(function ModelNameBox(
  { models, ...rest },
  ref,
) {
  return (
    <Autocomplete
      ref={ref}
      {...rest}
      data={[...new Set(models)]}
      limit={200}
      filter={matching}
      maxDropdownHeight={220}
      spellCheck={false}
    />
  )
})

/** All of them while the field holds one of them, so that another can be picked; else those that contain what is typed. */
const matching: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase()
  const labels = options.map((option) => ('value' in option ? String(option.value).toLowerCase() : ''))
  return labels.includes(words) ? options : options.filter((_option, index) => labels[index]?.includes(words) === true)
}
