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

/** @type {import('./rules.mjs').Rule} */
export const typeNameRule = {
  create(context) {
    /** @param {import('./rules.mjs').TreeNode} node */
    const check = ({ id }) => {
      if (id === null || id === undefined || !BARE.has(id.name ?? '')) return
      const message = `\`${id.name}\` does not say what the type is for: name it after its role, such as \`...Context\`, \`...Request\`, \`...Result\` or \`...Location\`.`
      context.report({ node: id, message })
    }
    return { TSTypeAliasDeclaration: check, TSInterfaceDeclaration: check, ClassDeclaration: check }
  },
}
