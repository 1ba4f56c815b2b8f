/** The stall in a green square. The same in both schemes. */
export function BrandMark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="9" fill="#1E7A3C" />
      <path
        fill="#FFFDF6"
        d="M11 8h14l4 8v1.5a2.75 2.75 0 0 1-5.5 0 2.75 2.75 0 0 1-5.5 0 2.75 2.75 0 0 1-5.5 0 2.75 2.75 0 0 1-5.5 0V16z"
      />
      <path fill="#8CCB9B" d="M14.5 8H18v9.5a2.75 2.75 0 0 1-5.5 0V16zM21.5 8H25l4 8v1.5a2.75 2.75 0 0 1-5.5 0V16z" />
      <circle cx="18" cy="24.5" r="3" fill="#FF8A6E" />
      <path fill="#FFFDF6" d="M8 27h20v2.5H8z" />
    </svg>
  );
}
