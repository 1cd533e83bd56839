/** How what is carried over into a chat is made. */
export const CARRY_METHODS = ['all', 'last_msg', 'reflection_with_llm', 'code'] as const
