import 'kit/provider-icons.css'

export const ProviderMark = ({ id }: { id: string }) => <span className="kit-icon provider-icon" data-provider={id} />
