// In the place of what Module Federation does for bundles that share more later, or from their first module on. Ours do neither.

export const updateConsumeOptions = (): void => {}
export const installInitialConsumes = undefined
