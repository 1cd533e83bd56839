/** Which plan of the thread the plan view shows, and which of its cards is open beside it. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { useRun } from '../run/store/run-context'
import { useServices } from '../ui/services'

export type PlanPlace = {
  /** Key of the plan that was picked; null: the newest. */
  picked: string | null
  /** A step's id, the planner or the solver; null: none. */
  chosen: string | null
}

type StoredPlanPlace = PlanPlace & { threadId: string | null }

const NOTHING: PlanPlace = { picked: null, chosen: null }
const PlanPlaceContext = createContext<StoreApi<StoredPlanPlace> | null>(null)

/** Belongs round everything that shows plans or links to them. */
export function PlanPlaceProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => createStore<StoredPlanPlace>(() => ({ ...NOTHING, threadId: null })))
  return <PlanPlaceContext.Provider value={store}>{children}</PlanPlaceContext.Provider>
}

/** The place in the open thread, and how to go elsewhere. */
export function usePlanPlace() {
  const store = usePlaceStore()
  const threadId = useRun((state) => state.threadId)
  const stored = useStore(store)
  const place = stored.threadId === threadId ? stored : NOTHING
  return useMemo(
    () => ({
      picked: place.picked,
      chosen: place.chosen,
      pick: (picked: string | null) => store.setState({ threadId, picked, chosen: null }),
      choose: (chosen: string | null) => store.setState({ threadId, picked: place.picked, chosen }),
    }),
    [place.picked, place.chosen, store, threadId],
  )
}

/** Opens the Plan tab at a plan. */
export function useShowPlan(): (key: string) => void {
  const { docks } = useServices()
  const { pick } = usePlanPlace()
  return (key) => {
    pick(key)
    docks.openBottom('plan')
  }
}

function usePlaceStore(): StoreApi<StoredPlanPlace> {
  const store = useContext(PlanPlaceContext)
  if (store === null) throw new Error('This part of the interface needs a PlanPlaceProvider around it.')
  return store
}
