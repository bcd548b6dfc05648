# Copies the built page of tools/page.sh to where the program is compiled with
# it; run at every build, and leaves the copy alone when nothing has changed.
# Without a page the copy is empty.
#
# cmake -DPAGE=build/page/index.html -DOUTPUT=FILE -P CopyPage.cmake
if(EXISTS "${PAGE}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${PAGE}"
                          "${OUTPUT}" COMMAND_ERROR_IS_FATAL ANY)
  return()
endif()
set(size 1)
if(EXISTS "${OUTPUT}")
  file(SIZE "${OUTPUT}" size)
endif()
if(NOT size EQUAL 0)
  file(WRITE "${OUTPUT}" "")
endif()
