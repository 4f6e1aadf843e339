def correctables(state): return {}
def faults(state): return ()
CORRECTED=()
