/** What a map means at run time: each item of its list is worked on by what is drawn behind it, then the baton goes on with the results. */
import { mapKind } from '../../../src-shared/kinds/map'
import { defineRuntime } from '../contract/define-runtime'
import { itemBranches, itemStep, mapStep } from '../moves/items'
import { stepName } from '../contract/runtime'
import { wayParticipant } from '../moves/way-on'

export const mapRuntime = defineRuntime(mapKind, {
  setsVariables: true,
  participant: ({ id }) => ({
    ...wayParticipant(stepName.map(id)),
    enter(draft) {
      // An edge back to the map, from a node that works on an item, means that the item is finished.
      const below = draft.frames.at(-2)
      return below?.item !== undefined && below.node === id ? [] : [stepName.map(id)]
    },
    begin: () => [stepName.map(id)],
  }),
  branches: itemBranches,
  steps: (map) => ({ [stepName.map(map.id)]: mapStep(map), [stepName.item(map.id)]: itemStep(map) }),
})
