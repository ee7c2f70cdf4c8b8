// Must be the first module of the shell: React looks for this hook only when it loads.
import runtime from 'react-refresh/runtime'

runtime.injectIntoGlobalHook(window)
window.reactRefresh = runtime
