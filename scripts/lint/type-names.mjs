/** Refuses types whose whole name is a bare participle or a word of place: nobody can search for it, and nobody from outside can guess what it is for. */

/** A list, since no rule of spelling tells `Asking` from `Setting` or `Held` from `Field`. */
const BARE = new Set(
  [
    'Again Ahead Among Answered Answering Around Asked Asking At Attached Attaching Before Beginning Begun Calling',
    'Changing Chosen Circumstances Collected Connecting Counting Cut Cutting Decided Declared Declaring Describing Done',
    'Drawn Edited Editing Ended Ending Escaped Explaining Filled Finished Fitted Following Forking Forwarding Found',
    'Freezing From Gathered Given Giving Heard Held Indexing Inside Keeping Kept Known Leading Learnt Leaving Looking',
    'Made Measured Migrated Named Observing Offered Offering Opened Ordered Overridden Own Pasted Pending Picking Place',
    'Placed Places Placing Played Prepared Printed Prompting Ran Ranked Read Reading Recording Refused Rendering',
    'Replaced Resuming Running Said Scanned Scanning Scored Searched Seen Sent Serving Shortened Showing Shown Sliced',
    'Speaking Spending Spent Spoken Standing Started Starting Stored Streamed Styled Summarized Summing Surroundings',
    'Switched Switching Taken Taking Talked Telling Thinking Timed Told Tried Trying Typed Unread Viewing Waiting Wanted',
    'Watched Weighing Where Whole Why Wiring Within Worked Writing Written',
  ].flatMap((line) => line.split(' ')),
)

/** @type {import('eslint').Rule.RuleModule} */
export const typeNameRule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      bare: '`{{name}}` does not say what the type is for: name it after its role, such as `...Context`, `...Request`, `...Result` or `...Location`.',
    },
  },
  create(context) {
    /** @param {unknown} node */
    const check = (node) => {
      const { id } = /** @type {{ id: import('estree').Identifier | null }} */ (node)
      if (id !== null && BARE.has(id.name)) context.report({ node: id, messageId: 'bare', data: { name: id.name } })
    }
    return { TSTypeAliasDeclaration: check, TSInterfaceDeclaration: check, ClassDeclaration: check }
  },
}
