// The first module of the shell's development build: React asks for this hook when it is loaded, and never again.
import runtime from 'react-refresh/runtime'

runtime.injectIntoGlobalHook(window)
window.reactRefresh = runtime
