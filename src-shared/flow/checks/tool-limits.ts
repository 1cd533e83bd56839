/** Checks of tools that many model servers do not take: too many for one participant, and descriptions that are too long. */
import { message as sentence } from '../../languages/translate'
import type { Offer, OffersOfNode } from '../../agents/offers/offers'
import type { Problem } from '../../kinds/kind'
import type { FlowGraph } from '../graph'

/** As OpenAI, Azure and Groq take them; what a pool or another source offers is known only when it runs. */
const MOST_TOOLS = 128
const LONGEST_DESCRIPTION = 1024

/** A warning for each participant with more tools than such servers take, and for each description that they do not take. */
export function checkToolLimits(graph: FlowGraph, offersAt: OffersOfNode): Problem[] {
  const described = new Map<string, Problem>()
  const many = Object.keys(graph.flow.nodes).flatMap((id): Problem[] => {
    const offers = offersAt(id).filter(({ enabled }) => enabled)
    for (const offer of offers) if (isLong(offer)) described.set(offer.edgeId, longDescription(id, offer))
    if (offers.length <= MOST_TOOLS) return []
    const message = sentence(
      '{count} tools and hand-offs are drawn here. OpenAI and others take {most}, so the last {rest} tools would not be offered there. Put tools into a pool that searches, or switch some off.',
      { count: offers.length, most: MOST_TOOLS, rest: offers.length - MOST_TOOLS },
    )
    return [{ severity: 'warning', code: 'many-tools', message, node: id }]
  })
  return [...many, ...described.values()]
}

function isLong({ description }: Offer): boolean {
  return description.length > LONGEST_DESCRIPTION
}

function longDescription(node: string, { name, description, edgeId, target, type }: Offer): Problem {
  const message = sentence(
    "The description of {name} has {count} characters. Some servers of OpenAI's models take {most}, and would get only its beginning. Shorten it.",
    { name, count: description.length, most: LONGEST_DESCRIPTION },
  )
  const at = type === 'handoff' ? { node, edge: edgeId } : { node: target }
  return { severity: 'warning', code: 'long-description', message, ...at }
}
