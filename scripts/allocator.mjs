/** Settings of the allocator, as in the image: one arena, and large blocks are returned to the system once free. */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
