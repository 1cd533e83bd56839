/** What a map means at run time: each item of its list is worked on by what is drawn behind it, then the baton goes on with the results. */
import { itemBranches, itemStep, mapStep } from '../items'
import { stepName, type KindRuntime } from '../runtime'
import { wayParticipant } from '../way'

export const mapRuntime: KindRuntime = {
  participant(id, flow) {
    const way = wayParticipant(id, flow, stepName.map(id))
    return {
      ...way,
      branches: itemBranches(flow, id),
      enter(draft) {
        // An edge that leads back to the map from what works on an item says that the item is through.
        const below = draft.frames.at(-2)
        return below?.item !== undefined && below.node === id ? [] : [stepName.map(id)]
      },
    }
  },
  setsVariables: true,
  steps: (id) => ({ [stepName.map(id)]: mapStep(id), [stepName.item(id)]: itemStep(id) }),
}
